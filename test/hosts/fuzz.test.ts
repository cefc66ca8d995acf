import { probarTodos } from './fuzz-suite.ts';

probarTodos(1);
