export { abrirRevision } from './abrir.ts';
export { idDe, lugarDe, type type FilaGuardada, type FilaLeida, type RevisionDb } from './tipos.ts';
