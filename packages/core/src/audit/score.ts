/** A report's rating: good from 80, decent from 50, bad below. */
export type Result = 'good' | 'decent' | 'bad';
