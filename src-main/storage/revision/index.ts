export { abrirRevision } from './abrir.ts';
export {
  idDe,
  lugarDe,
  type BuscarEnviados,
  type Correccion,
  type Correcciones,
  type FilaGuardada,
  type FilaLeida,
  type FilaNueva,
  type GrupoDeFilas,
  type IgualesPedidas,
  type Omision,
  type RevisionDb,
} from './tipos.ts';
