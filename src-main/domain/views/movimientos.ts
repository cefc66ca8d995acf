import { amount, boolean, dateTime, defineView, identifier, link, text } from './view.ts';

/** Movements of a bank account (API description, "Bank movement"). */
export const movimientos = defineView({
  name: 'movimientos',
  title: ['Movimientos', 'Bank movements'],
  fields: {
    id: identifier(),
    fecha: dateTime(),
    banco: text(),
    cuenta: text('Cuenta', 'Account'),
    cbu: text('CBU', 'CBU'),
    cuit_cuenta: text('CUIT cuenta', 'Holder CUIT'),
    razon_social: text(),
    categoria: text('Categoría', 'Category'),
    informacion: text('Información', 'Information'),
    codigo_banco: text('Código banco', 'Bank code'),
    cuit: text(),
    /** `D` debit, `C` credit; other values are kept unchanged. */
    debito_credito: text('Débito crédito', 'Debit or credit'),
    /** Has no sign, even for debits: see `debito_credito`. */
    importe: amount(),
    referencia: text(),
    tipo: text(),
    marca: text(),
    comercio: text(),
    voucher_asociado: text('Voucher asociado', 'Related voucher'),
    liquidaciones_id: link(),
    transacciones_id: link('Operación ID', 'Transaction ID'),
    conciliado: boolean(),
  },
  signed: {
    field: 'importe',
    by: 'debito_credito',
    plus: 'C',
    minus: 'D',
    as: { name: 'importe_neto', words: ['Importe neto', 'Net amount'] },
    sums: {
      plus: { name: 'creditos', words: ['Créditos', 'Credits'] },
      minus: { name: 'debitos', words: ['Débitos', 'Debits'] },
    },
  },
  dates: ['fecha'],
  natural: ['fecha', 'banco', 'cuenta', 'categoria', 'informacion', 'debito_credito', 'importe', 'referencia', 'tipo'],
  indexes: ['liquidaciones_id', 'transacciones_id', 'referencia', 'id'],
  searched: {
    fields: [
      'informacion', 'referencia', 'voucher_asociado', 'categoria', 'razon_social', 'cuit', 'banco', 'cuenta',
      'marca', 'comercio',
    ], // prettier-ignore
    indexed: true,
  },
  worth: ['importe_neto'],
  found: {
    rank: 4,
    fields: ['referencia', 'voucher_asociado', 'informacion'],
    amount: 'importe_neto',
    beside: ['fecha', 'banco', 'informacion'],
  },
  screen: {
    columns: [
      'fecha', 'banco', 'cuenta', 'informacion', 'categoria', 'referencia', 'marca', 'debito_credito', 'importe_neto',
      'conciliado',
    ], // prettier-ignore
    secondary: ['referencia', 'categoria', 'marca', 'cuenta', 'debito_credito'],
    filters: ['marca', 'comercio', 'debito_credito', 'conciliado', 'importe', 'categoria', 'banco', 'cuenta'],
    order: { field: 'fecha', descending: true },
  },
  source: {
    path: 'v1/movimientos',
    list: 'movimientos',
    pageSize: 1000,
    dateIsStated: true,
    withTimes: ['fecha'],
    byStore: null,
  },
});
