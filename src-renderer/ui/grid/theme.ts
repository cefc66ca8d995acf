import { themeQuartz, type Theme } from 'ag-grid-community';

/** The theme of docs/visual-language.md §5. The library's icons and tick boxes are left out: they are `data:` pictures, which the CSP refuses. */
export const createGridTheme = (): Theme =>
  themeQuartz
    .withoutPart('iconSet')
    .withoutPart('checkboxStyle')
    .withParams({
      browserColorScheme: 'inherit',
      fontFamily: 'inherit',
      fontSize: 13,
      dataFontSize: 13,
      headerFontSize: 12,
      headerFontWeight: 500,
      rowHeight: 32,
      headerHeight: 32,
      cellHorizontalPadding: 10,
      iconSize: 14,
      spacing: 6,
      wrapperBorder: false,
      wrapperBorderRadius: 0,
      borderRadius: 0,
      columnBorder: false,
      headerColumnBorder: false,
      headerColumnResizeHandleColor: 'transparent',
      rowBorder: { width: 1, style: 'solid', color: 'var(--linea-fina)' },
      headerRowBorder: { width: 1, style: 'solid', color: 'var(--linea)' },
      pinnedColumnBorder: { width: 1, style: 'solid', color: 'var(--linea-fina)' },
      pinnedRowBorder: { width: 1, style: 'solid', color: 'var(--linea-total)' },
      pinnedRowFontWeight: 600,
      pinnedRowBackgroundColor: 'var(--fondo-hoja)',
      foregroundColor: 'var(--texto)',
      textColor: 'var(--texto)',
      cellTextColor: 'var(--texto)',
      headerTextColor: 'var(--texto-2)',
      headerCellHoverBackgroundColor: 'var(--fondo-control-hover)',
      backgroundColor: 'var(--fondo-hoja)',
      headerBackgroundColor: 'var(--fondo-hundido)',
      oddRowBackgroundColor: 'var(--fondo-hoja)',
      rowHoverColor: 'var(--fondo-fila-hover)',
      selectedRowBackgroundColor: 'var(--fondo-fila-elegida)',
      accentColor: 'var(--accion)',
      borderColor: 'var(--linea)',
      focusShadow: 'none',
      iconColor: 'var(--accion)',
    });
