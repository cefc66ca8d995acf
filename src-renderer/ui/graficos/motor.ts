/** The only file that knows ECharts; read when the first picture is shown. */
import { BarChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Colores } from './colores.ts';
import type { Barras } from './barras.ts';

export interface Montado {
  dibujar(barras: Barras, colores: Colores): void;
  medir(): void;
  /** Where a bar and its day are, in pixels from the left, whole height. */
  lugarDe(lugar: number): { readonly x: number; readonly ancho: number };
  /** Says a bar in words beside it, or nothing any more. */
  senalar(lugar: number | undefined): void;
  quitar(): void;
}

type Opciones = Parameters<ReturnType<typeof init>['setOption']>[0];

const PX = 11;
const RAYAS = 5;

/** A tile of diagonal lines: what is expected, or what was not read. */
function rayado(color: string): { image: HTMLCanvasElement; repeat: 'repeat' } {
  const tile = document.createElement('canvas');
  tile.width = RAYAS;
  tile.height = RAYAS;
  const pincel = tile.getContext('2d');
  if (pincel !== null) {
    pincel.strokeStyle = color;
    pincel.lineWidth = 1;
    pincel.beginPath();
    for (const salto of [-RAYAS, 0, RAYAS]) {
      pincel.moveTo(salto - 1, RAYAS + 1);
      pincel.lineTo(salto + RAYAS + 1, -1);
    }
    pincel.stroke();
  }
  return { image: tile, repeat: 'repeat' };
}

function estiloDe(clase: Barras['barras'][number]['clase'], { barra, sinDatos }: Colores): object {
  switch (clase) {
    case 'cierta':
      return { color: barra };
    case 'esperada':
      return { color: rayado(barra), borderColor: barra, borderWidth: 1.5 };
    case 'sin_leer':
      return { color: rayado(sinDatos) };
  }
}

function opciones({ barras, hoy, corto }: Barras, colores: Colores): Opciones {
  const { guia, eje, linea, texto, accion, elevado, letra } = colores;
  const valores = barras.map(({ valor }) => valor ?? 0);
  const techo = Math.max(1, ...valores);
  const lugarDeHoy = barras.findIndex(({ fecha }) => fecha === hoy);
  const rotulo = { color: eje, fontSize: PX, fontFamily: letra };
  return {
    animation: false,
    textStyle: { fontFamily: letra },
    grid: { left: 2, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: elevado,
      borderColor: linea,
      borderWidth: 1,
      borderRadius: 5,
      padding: [6, 8],
      textStyle: { color: texto, fontSize: 12, fontFamily: letra },
      axisPointer: { type: 'shadow', shadowStyle: { color: guia, opacity: 0.5 } },
      formatter: (puntos: unknown) => {
        const [punto] = Array.isArray(puntos) ? puntos : [puntos];
        const lugar: unknown = punto?.dataIndex;
        return typeof lugar === 'number' ? (barras[lugar]?.nombre ?? '') : '';
      },
    },
    xAxis: {
      type: 'category',
      data: barras.map(({ fecha }) => fecha),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: linea } },
      axisLabel: {
        ...rotulo,
        interval: (lugar: number) => barras[lugar]?.etiqueta !== undefined,
        formatter: (_: string, lugar: number) => {
          const etiqueta = barras[lugar]?.etiqueta ?? '';
          return lugar === lugarDeHoy ? `{hoy|${etiqueta}}` : etiqueta;
        },
        rich: { hoy: { color: accion, fontWeight: 600, fontSize: PX, fontFamily: letra } },
      },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { ...rotulo, formatter: (valor: number) => (valor === 0 ? '' : corto(valor)) },
      splitLine: { lineStyle: { color: guia, type: 'dashed' } },
    },
    series: [
      {
        type: 'bar',
        barCategoryGap: '24%',
        data: barras.map(({ valor, clase }) => ({
          value: clase === 'sin_leer' ? techo : (valor ?? 0),
          // A border around nothing is a line that looks like something.
          ...(clase !== 'sin_leer' && (valor ?? 0) === 0 ? {} : { itemStyle: estiloDe(clase, colores) }),
        })),
        markLine:
          lugarDeHoy === -1
            ? undefined
            : {
                silent: true,
                symbol: 'none',
                animation: false,
                label: { show: false },
                lineStyle: { color: accion, width: 1, type: 'solid' },
                data: [{ xAxis: lugarDeHoy }],
              },
      },
    ],
  };
}

/** Puts a picture in an element. `onelegir` gets the place of the bar under the pointer. */
export function montar(host: HTMLElement, onelegir: (lugar: number) => void): Montado {
  use([BarChart, GridComponent, TooltipComponent, MarkLineComponent, CanvasRenderer]);
  // ECharts empties its element with `innerHTML = ''`, which trusted types refuse: on this one element it empties by other means.
  Object.defineProperty(host, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: () => {
      host.replaceChildren();
    },
  });
  const chart = init(host, null, { renderer: 'canvas' });
  chart.getZr().on('click', ({ offsetX }: { offsetX: number }) => {
    const lugar: unknown = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX);
    if (typeof lugar === 'number') onelegir(lugar);
  });
  return {
    dibujar: (barras, colores) => {
      chart.setOption(opciones(barras, colores), true);
    },
    medir: () => {
      chart.resize();
    },
    lugarDe: (lugar) => {
      const centro = (cual: number): number => Number(chart.convertToPixel({ xAxisIndex: 0 }, cual));
      const ancho = Math.abs(centro(1) - centro(0));
      return { x: centro(lugar) - ancho / 2, ancho };
    },
    senalar: (lugar) => {
      chart.dispatchAction(
        lugar === undefined ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: lugar },
      );
    },
    quitar: () => {
      chart.dispose();
    },
  };
}
