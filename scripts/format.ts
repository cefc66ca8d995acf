import { format } from 'oxfmt';
import settings from '../.oxfmtrc.json' with { type: 'json' };

/** Writes a text that is made by the program as `npm run format` would; `file` says what language it is in. */
export async function formatText(file: string, text: string): Promise<string> {
  const { printWidth, singleQuote } = settings;
  const { code, errors } = await format(file, text, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
