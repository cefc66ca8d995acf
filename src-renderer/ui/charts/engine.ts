/** The only file that knows ECharts; it is loaded when the first chart is shown. */
import { BarChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartColors } from './colours.ts';
import type { Bars } from './bars.ts';

export interface MountedChart {
  draw(bars: Bars, colors: ChartColors): void;
  measure(): void;
  /** The place of a bar with its day, in pixels from the left. */
  placeOf(place: number): { readonly x: number; readonly ancho: number };
  /** Shows the words of a bar beside it; undefined hides them. */
  point(place: number | undefined): void;
  remove(): void;
}

type Options = Parameters<ReturnType<typeof init>['setOption']>[0];

const PX = 11;
const STRIPES = 5;

/** A tile of diagonal lines, for expected amounts and for days that were not read. */
function makeStripes(color: string): { image: HTMLCanvasElement; repeat: 'repeat' } {
  const tile = document.createElement('canvas');
  tile.width = STRIPES;
  tile.height = STRIPES;
  const brush = tile.getContext('2d');
  if (brush !== null) {
    brush.strokeStyle = color;
    brush.lineWidth = 1;
    brush.beginPath();
    for (const leap of [-STRIPES, 0, STRIPES]) {
      brush.moveTo(leap - 1, STRIPES + 1);
      brush.lineTo(leap + STRIPES + 1, -1);
    }
    brush.stroke();
  }
  return { image: tile, repeat: 'repeat' };
}

function getStyle(kind: Bars['barras'][number]['clase'], { barra, sinDatos }: ChartColors): object {
  switch (kind) {
    case 'cierta':
      return { color: barra };
    case 'esperada':
      return { color: makeStripes(barra), borderColor: barra, borderWidth: 1.5 };
    case 'sin_leer':
      return { color: makeStripes(sinDatos) };
  }
}

function createOptions({ barras, hoy, short: formatShort }: Bars, colors: ChartColors): Options {
  const { guide, eje, linea, texto, action, raised, letra } = colors;
  const values = barras.map(({ valor }) => valor ?? 0);
  const ceiling = Math.max(1, ...values);
  const todayPlace = barras.findIndex(({ fecha }) => fecha === hoy);
  const label = { color: eje, fontSize: PX, fontFamily: letra };
  return {
    animation: false,
    textStyle: { fontFamily: letra },
    grid: { left: 2, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: raised,
      borderColor: linea,
      borderWidth: 1,
      borderRadius: 5,
      padding: [6, 8],
      textStyle: { color: texto, fontSize: 12, fontFamily: letra },
      axisPointer: { type: 'shadow', shadowStyle: { color: guide, opacity: 0.5 } },
      formatter: (points: unknown) => {
        const [point] = Array.isArray(points) ? points : [points];
        const place: unknown = point?.dataIndex;
        return typeof place === 'number' ? (barras[place]?.nombre ?? '') : '';
      },
    },
    xAxis: {
      type: 'category',
      data: barras.map(({ fecha }) => fecha),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: linea } },
      axisLabel: {
        ...label,
        interval: (place: number) => barras[place]?.label !== undefined,
        formatter: (_: string, place: number) => {
          const label = barras[place]?.label ?? '';
          return place === todayPlace ? `{hoy|${label}}` : label;
        },
        rich: { hoy: { color: action, fontWeight: 600, fontSize: PX, fontFamily: letra } },
      },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { ...label, formatter: (value: number) => (value === 0 ? '' : formatShort(value)) },
      splitLine: { lineStyle: { color: guide, type: 'dashed' } },
    },
    series: [
      {
        type: 'bar',
        barCategoryGap: '24%',
        data: barras.map(({ valor, clase }) => ({
          value: clase === 'sin_leer' ? ceiling : (valor ?? 0),
          // A bar of zero gets no border: the border would look like an amount.
          ...(clase !== 'sin_leer' && (valor ?? 0) === 0 ? {} : { itemStyle: getStyle(clase, colors) }),
        })),
        markLine:
          todayPlace === -1
            ? undefined
            : {
                silent: true,
                symbol: 'none',
                animation: false,
                label: { show: false },
                lineStyle: { color: action, width: 1, type: 'solid' },
                data: [{ xAxis: todayPlace }],
              },
      },
    ],
  };
}

/** Mounts a chart in an element. `onChoose` gets the place of the bar that was clicked. */
export function mountChart(host: HTMLElement, onChoose: (place: number) => void): MountedChart {
  use([BarChart, GridComponent, TooltipComponent, MarkLineComponent, CanvasRenderer]);
  // ECharts empties its element with `innerHTML = ''`, which trusted types refuse: this element gets a setter that empties it otherwise.
  Object.defineProperty(host, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: () => host.replaceChildren(),
  });
  const chart = init(host, null, { renderer: 'canvas' });
  chart.getZr().on('click', ({ offsetX }: { offsetX: number }) => {
    const place: unknown = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX);
    if (typeof place === 'number') onChoose(place);
  });
  return {
    draw: (bars, colors) => chart.setOption(createOptions(bars, colors), true),
    measure: () => chart.resize(),
    placeOf: (place) => {
      const getCenter = (which: number): number => Number(chart.convertToPixel({ xAxisIndex: 0 }, which));
      const width = Math.abs(getCenter(1) - getCenter(0));
      return { x: getCenter(place) - width / 2, ancho: width };
    },
    point: (place) => {
      chart.dispatchAction(
        place === undefined ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: place },
      );
    },
    remove: () => chart.dispose(),
  };
}
