export { abrirRevision } from './abrir.ts';
export { idDe, lugarDe, type FilaGuardada, type FilaLeida, type IgualesPedidas, type RevisionDb } from './tipos.ts';
