import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { uppercaseText } from './uppercase-text.ts';

describe('uppercase-text', () => {
  it.each([
    '<h1>OUR SERVICES</h1>',
    '<p>THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND THAT GOES ON FOR TWO LINES OR EVEN MORE except here</p>',
    '<p>HTML CSS PDF XML SVG</p>',
    '<p>HOME PAGE | LATEST NEWS | FORTHCOMING EVENTS | OUR SERVICES | ABOUT OUR COMPANY</p>',
    '<p>AAPL +1.2% MSFT +0.3% GOOG -0.4% AMZN +1.0% TSLA -2.2% NVDA +3.1% META +0.2% NFLX +0.1% INTC -0.9% ORCL +0.4% ADBE +0.1% CSCO -0.4% QCOM +1.2%</p>',
    '<p>BITCOIN 64,000 ETHEREUM 3,100 SOLANA 142 CARDANO 0.4 DOGECOIN 0.1 POLKADOT 6.2 AVALANCHE 27 CHAINLINK 11 LITECOIN 84 STELLAR 0.1</p>',
    '<p>USD EUR GBP JPY CHF AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY ILS ZAR INR CNY HKD</p>',
    '<p>FREE SHIPPING WORLDWIDE NEW COLLECTION FREE SHIPPING WORLDWIDE NEW COLLECTION FREE SHIPPING WORLDWIDE NEW COLLECTION</p>',
    '<p>ELECTION RESULTS TONIGHT +++ STORM REACHES THE COAST +++ TRAINS STOP UNTIL MORNING +++ SCHOOLS CLOSED</p>',
    '<p>12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 12345 </p>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(uppercaseText, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<p>THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND THAT GOES ON FOR TWO LINES OR EVEN MORE</p>',
      '1 text has 10 words or more in capitals only: "THIS IS A LONG SENTENCE THAT SOMEBODY TYPED IN CAPITALS AND …".',
    ],
    [
      '<p>WE ARE CLOSED FROM 24 DECEMBER UNTIL 6 JANUARY - ORDERS ARE SENT AFTER THE HOLIDAYS - THANK YOU FOR YOUR TRUST</p>',
      '1 text has 10 words or more in capitals only: "WE ARE CLOSED FROM 24 DECEMBER UNTIL 6 JANUARY - ORDERS ARE …".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(uppercaseText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
  });
});
