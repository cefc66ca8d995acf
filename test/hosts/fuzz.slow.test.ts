import { tryAll } from './fuzz-suite.ts';

tryAll(20);
