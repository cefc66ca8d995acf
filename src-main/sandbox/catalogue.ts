/** The processors of the sandbox's invented world (API description, "Brand and card filter values"). */
export const MARCAS = ['CORDALIA', 'TRANSUR', 'PAMPACARD', 'DEBITANDO', 'BILLETERA SUR', 'QUINTAR'] as const;
export type Marca = (typeof MARCAS)[number];

/** `clase`: the card's class in settlements. `peso`: relative use. `plazo`: days to payment. `arancel`: fee in ten-thousandths. `bin`: first card digits. */
interface Terms {
  readonly clase: 'credito' | 'debito' | 'otro';
  readonly peso: number;
  readonly plazo: number;
  readonly arancel: number;
  readonly bin: number;
}

const createTarjeta = (marca: Marca, nombre: string, terms: Terms) => ({ marca, nombre, ...terms });
const makeCredit = (weight: number, bin: number, term = 8) =>
  ({ clase: 'credito', peso: weight, plazo: term, arancel: 180, bin }) as const;
const makeDebit = (weight: number, bin: number) =>
  ({ clase: 'debito', peso: weight, plazo: 1, arancel: 80, bin }) as const;

/** Never reorder this list: the data of a seed depends on its order. */
export const TARJETAS = [
  createTarjeta('CORDALIA', 'AURORA CREDITO', makeCredit(260, 450_700)),
  createTarjeta('CORDALIA', 'AURORA DEBITO', makeDebit(230, 451_700)),
  createTarjeta('CORDALIA', 'CEIBO', makeCredit(60, 589_200)),
  createTarjeta('TRANSUR', 'CEIBO', makeCredit(90, 589_600)),
  createTarjeta('TRANSUR', 'LAPACHO CREDITO', makeCredit(110, 530_100)),
  createTarjeta('TRANSUR', 'LAPACHO DEBITO', makeDebit(80, 531_100)),
  createTarjeta('TRANSUR', 'AURORA CREDITO', makeCredit(40, 450_900)),
  createTarjeta('TRANSUR', 'ÑANDUBAY', makeCredit(20, 604_200, 12)),
  createTarjeta('TRANSUR', 'JACARANDA', makeCredit(15, 604_400, 12)),
  createTarjeta('PAMPACARD', 'PAMPACARD', makeCredit(50, 627_300, 15)),
  createTarjeta('DEBITANDO', 'AURORA DEBITO', makeDebit(60, 451_900)),
  createTarjeta('BILLETERA SUR', 'SALDO SUR', { clase: 'otro', peso: 130, plazo: 0, arancel: 60, bin: 0 }),
  createTarjeta('QUINTAR', 'QUINTAR', makeCredit(35, 636_500, 18)),
];

/** Processors that report the time of a sale; the others report only its day (API description: "otherwise `YYYY-MM-DD` only"). */
export const MARCAS_WITH_TIME: ReadonlySet<Marca> = new Set(['CORDALIA', 'TRANSUR', 'BILLETERA SUR', 'QUINTAR']);
/** The processor whose sales carry a wallet reference instead of a card. */
export const WALLET_MARCA: Marca = 'BILLETERA SUR';
/** Wallets that pay with a card of another processor; the first entry means none. */
export const WALLETS = ['', 'BILLETERA SUR', 'MONEDERO NORTE'] as const;

export interface Store {
  readonly nombre: string;
  readonly razonSocial: string;
  readonly cuit: string;
}

export const LEGAL_NAME = 'La Espiga S.R.L.';
export const CUIT = '30715542189';

/** `peso`: the shop's share of the sales, relative to the other shops. `iibb`: what its province withholds as turnover tax, in ten-thousandths. */
export const COMERCIOS = [
  {
    id: 1201,
    nombre: 'La Espiga Centro',
    direccion: 'San Martín 845',
    codigoPostal: '2000',
    provincia: 'Santa Fe',
    localidad: 'Rosario',
    peso: 34,
    iibb: 250,
    terminales: 3,
  },
  {
    id: 1202,
    nombre: 'La Espiga Pichincha',
    direccion: 'Ov. Lagos 112',
    codigoPostal: '2000',
    provincia: 'Santa Fe',
    localidad: 'Rosario',
    peso: 22,
    iibb: 250,
    terminales: 2,
  },
  {
    id: 1203,
    nombre: 'La Espiga Nueva Córdoba',
    direccion: 'Obispo Trejo 1130',
    codigoPostal: '5000',
    provincia: 'Córdoba',
    localidad: 'Córdoba',
    peso: 18,
    iibb: 300,
    terminales: 2,
  },
  {
    id: 1207,
    nombre: 'La Espiga Pergamino',
    direccion: 'Merced 560',
    codigoPostal: '2700',
    provincia: 'Buenos Aires',
    localidad: 'Pergamino',
    peso: 14,
    iibb: 175,
    terminales: 1,
  },
  {
    id: 1210,
    nombre: 'La Espiga Paraná',
    direccion: 'Urquiza 1024',
    codigoPostal: '3100',
    provincia: 'Entre Ríos',
    localidad: 'Paraná',
    peso: 12,
    iibb: 200,
    terminales: 1,
  },
];

export const BANKS = [
  { id: '301', nombre: 'BANCO DEL LITORAL', codigo: '301', cuenta: '0045120098', cbu: '3010045120000000004512' },
  { id: '318', nombre: 'BANCO SERRANO', codigo: '318', cuenta: '0777300021', cbu: '3180077730000000002100' },
] as const;

export const getBank = (comercio: number): (typeof BANKS)[number] => BANKS[comercio === 2 ? 1 : 0];

/** Establishment id of a shop at a processor; digits only, some with a leading zero. */
export function establecimientoOf(comercio: number, marca: Marca): string {
  const n = MARCAS.indexOf(marca);
  return `${n % 2 === 1 ? '0' : ''}${String(20_300_000 + n * 10_111 + comercio * 137)}`;
}
