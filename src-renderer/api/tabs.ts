/** The tabs of one browser that show the same program (its address and port): nobody else hears them. */
export const TABS = 'conciliador.pestanas';

/** What a browser keeps so that a page without a session can ask the program for one that has it (`door.ts` of the host). */
export const DOOR = 'conciliador.puerta';

/** What tabs say to one another. `de`: the tab that asks; `a`: the one that is asked. */
type Message =
  | { readonly tipo: 'busco'; readonly de: string }
  | { readonly tipo: 'estoy'; readonly de: string; readonly a: string }
  | { readonly tipo: 'pido'; readonly de: string; readonly a: string }
  | { readonly tipo: 'entrada'; readonly a: string; readonly entrada: string };

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Resolves with what `pick` finds in what is said; undefined after `ms`. */
function hear<T>(channel: Channel, pick: (said: Message) => T | undefined, ms: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (found: T | undefined): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(found);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      const found = pick(data);
      if (found !== undefined) end(found);
    };
    const timer = setTimeout(end, ms, undefined);
    channel.addEventListener('message', listen);
  });
}

/** A tab that is in lets others in, one by one, when a person asks for it there. `mint` gives a new one-time entry. */
export function letTabsIn(channel: Channel, me: string, mint: () => Promise<string>): void {
  const say = (message: Message): void => {
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.tipo === 'busco') say({ tipo: 'estoy', de: me, a: data.de });
    if (data.tipo !== 'pido' || data.a !== me) return;
    const { de } = data;
    mint().then(
      (entrada) => {
        say({ tipo: 'entrada', a: de, entrada });
      },
      () => undefined, // this tab is no longer in: the one that asks waits no longer than it says
    );
  });
}

/** A tab that is in; undefined when none says so within `ms`. */
export function findTab(channel: Channel, me: string, ms: number): Promise<string | undefined> {
  const found = hear(channel, (said) => (said.tipo === 'estoy' && said.a === me ? said.de : undefined), ms);
  channel.postMessage({ tipo: 'busco', de: me } satisfies Message);
  return found;
}

/** A one-time entry from another tab; undefined when it does not give one within `ms`. */
export function askTab(channel: Channel, me: string, other: string, ms: number): Promise<string | undefined> {
  const entry = hear(channel, (said) => (said.tipo === 'entrada' && said.a === me ? said.entrada : undefined), ms);
  channel.postMessage({ tipo: 'pido', de: me, a: other } satisfies Message);
  return entry;
}
