/** For what system and processor a binary was made, by its header: ELF (Linux), PE (Windows) or Mach-O (macOS). Undefined: none of them. */
export function readNativeFormat(bytes: Buffer): string | undefined {
  if (bytes.length < 64) return undefined;
  if (bytes.toString('latin1', 0, 4) === '\x7fELF')
    return name('linux', bytes.readUInt16LE(18), { 62: 'x64', 183: 'arm64' });
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return name('darwin', bytes.readUInt32LE(4), { 0x01000007: 'x64', 0x0100000c: 'arm64' });
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const header = bytes.readUInt32LE(0x3c); // after the program that old systems ran
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0') return undefined;
  return name('win32', bytes.readUInt16LE(header + 4), { 0x8664: 'x64', 0xaa64: 'arm64' });
}

const name = (system: string, machine: number, known: Readonly<Record<number, string>>): string =>
  `${system}-${known[machine] ?? `0x${machine.toString(16)}`}`;
