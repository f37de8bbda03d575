import { expect, it } from 'vitest';
import { parseKeysCommand } from './parse-keys-command.ts';

const issue = ['issue', '--owner', 'ann', '--name', 'x'];

it.each([
  [issue, { action: 'issue', owner: 'ann', name: 'x' }],
  [
    [...issue, '--expires', '2999-01-31'],
    { action: 'issue', owner: 'ann', name: 'x', expiresAt: new Date('2999-01-31T00:00:00Z') },
  ],
  [
    [...issue, '--expires=2999-01-31T12:30Z'],
    { action: 'issue', owner: 'ann', name: 'x', expiresAt: new Date('2999-01-31T12:30:00Z') },
  ],
  [['list'], { action: 'list' }],
  [['list', '--owner', 'ann'], { action: 'list', owner: 'ann' }],
  [['revoke', '7'], { action: 'revoke', id: 7 }],
])('reads %j', (args, expected) => {
  expect(parseKeysCommand(args)).toEqual(expected);
});

it.each([
  [[], 'issue, list or revoke'],
  [['erase'], '"erase" is none of issue, list, revoke.'],
  [['toString'], '"toString" is none of'],
  [['issue', '--owner', 'ann'], 'issue needs --name.'],
  [['issue', '--name', 'x'], 'issue needs --owner.'],
  [[...issue, '--expires', '31.1.2999'], '--expires is "31.1.2999"; allowed is'],
  [[...issue, '--expires', '2999-02-30'], '--expires is "2999-02-30"; allowed is'],
  [[...issue, '--expires', '2999-01-31T25:00Z'], '--expires is'],
  [['list', '--name', 'x'], 'list takes no --name.'],
  [['list', 'ann'], '"ann" too much'],
  [['list', '--all'], "'--all'"],
  [['revoke'], 'revoke needs the ID'],
  [['revoke', '1e3'], 'revoke needs the ID'],
  [['revoke', '99999999999999999'], 'revoke needs the ID'],
  [['revoke', '1', '2'], '"2" too much'],
])('refuses %j and says why', (args, message) => {
  expect(() => parseKeysCommand(args)).toThrow(message);
});
