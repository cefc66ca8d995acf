interface Column {
  readonly titulo: string;
  readonly letra: string;
}

/** Gives each column an unambiguous name, as a mapping takes it: its header, or its letter when it has none or an earlier column has the same. */
export function nameColumns<C extends Column>(columns: readonly C[]): readonly (C & { readonly clave: string })[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    const { titulo, letra } = column;
    const key = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
    return { ...column, clave: key };
  });
}
