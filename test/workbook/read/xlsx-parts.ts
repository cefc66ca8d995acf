import { makeZip, type ZipPart } from './make-zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Parts of an .xlsx that a test sets; the rest is as in a sound file. */
export interface XlsxOptions {
  /** Inside `sheetData`. */
  readonly rows?: string;
  /** A whole worksheet part instead. */
  readonly sheet?: string | Uint8Array;
  /** After `sheetData`. */
  readonly after?: string;
  /** `si` elements. */
  readonly shared?: string;
  /** Format codes: the style `s="1"` is the first, and so on. */
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
  /** Attributes of the `sheet` element. */
  readonly sheetAttributes?: string;
  readonly target?: string;
  readonly extra?: readonly ZipPart[];
  /** Replaces parts by name. */
  readonly replace?: Readonly<Record<string, Partial<ZipPart>>>;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The parts of a hand-made .xlsx, for files that no program writes. */
export function xlsxParts(options: XlsxOptions): ZipPart[] {
  const { rows = '', after = '', shared = '', formats = [], target = 'worksheets/sheet1.xml' } = options;
  const parts: ZipPart[] = [
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${options.date1904 === true ? ' date1904="1"' : ''}/><sheets><sheet name="Hoja1" sheetId="1" r:id="r1" ${options.sheetAttributes ?? ''}/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="${target}"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${String(164 + i)}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${String(164 + i)}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', data: `<sst xmlns="${MAIN}">${shared}</sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: options.sheet ?? `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    },
    ...(options.extra ?? []),
  ];
  return parts.map((part) => ({ ...part, ...options.replace?.[part.name] }));
}

export const xlsxBytes = (options: XlsxOptions): Buffer => makeZip(xlsxParts(options));
