import { defineView, identifier, text, type RowOf } from './view.ts';

/** The stores of the account (API description, "Commerce"). */
export const comercios = defineView({
  name: 'comercios',
  title: ['Comercios', 'Stores'],
  fields: {
    id: identifier(),
    nombre: text('Nombre', 'Name'),
    razon_social: text(),
    cuit: text(),
    direccion: text('Dirección', 'Address'),
    codigo_postal: text('Código postal', 'Postal code'),
    provincia: text(),
    localidad: text('Localidad', 'City'),
    rubro: text('Rubro', 'Line of business'),
  },
  dates: [],
  natural: ['nombre', 'cuit', 'direccion'],
  indexes: [],
  searched: {
    fields: ['nombre', 'razon_social', 'cuit', 'direccion', 'localidad', 'provincia', 'rubro'],
    indexed: false,
  },
  worth: [],
  found: { rank: 6, fields: ['nombre', 'cuit'], amount: null, beside: ['nombre', 'localidad', 'provincia'] },
  screen: {
    columns: ['nombre', 'razon_social', 'cuit', 'direccion', 'localidad', 'provincia', 'rubro', 'id'],
    secondary: ['id', 'rubro', 'direccion'],
    filters: ['provincia', 'localidad', 'rubro'],
    order: { field: 'nombre', descending: false },
  },
  source: null,
});

export type Comercio = RowOf<typeof comercios>;
