interface Column {
  readonly titulo: string;
  readonly letra: string;
}

/** Gives each column its name in a template: its header, or its letter when it has none or an earlier column has the same. The first one keeps the header, so that it is found where columns moved. */
export function nameColumns<C extends Column>(columns: readonly C[]): readonly (C & { readonly clave: string })[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    const { titulo, letra } = column;
    const key = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
    return { ...column, clave: key };
  });
}

/** Gives each column the name by which a person chooses it: its header, or its letter when it has none or another column has the same. */
export const nameForChoice = <C extends Column>(columns: readonly C[]): readonly (C & { readonly clave: string })[] =>
  columns.map((column, index) => {
    const isAlone = columns.every(({ titulo }, place) => place === index || titulo !== column.titulo);
    return { ...column, clave: column.titulo !== '' && isAlone ? column.titulo : column.letra };
  });
