export { abrirRevision } from './abrir.ts';
export { idDe, lugarDe, type FilaGuardada, type FilaLeida, type RevisionDb } from './tipos.ts';
