// The content of the same page in each framework.

export const title = 'Rye bread – The Bakery';

export const heading = 'Rye bread';

export const texts = [
  'Our rye bread is made of wholemeal flour, water, salt and a sourdough that is older than the bakery itself. It rests for a day before we bake it, and keeps for a week at home.',
  'We bake on each day but Sunday, from four in the morning. Order on the day before, and your loaf waits for you on the counter from seven, still warm and wrapped in paper.',
];

export const links = [
  { href: '/oat', text: 'Oat bread' },
  { href: '/spelt', text: 'Spelt bread' },
  { href: '/orders', text: 'Order a loaf' },
];
