import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../free-port.js';
import { GoogleMapsStub } from './google-maps-stub.js';
import { GooglePlacesStub } from './google-places-stub.js';
import { OsmStub } from './osm-stub.js';
import { scenes, wishIn, type Scene, type StubResponse, type StubRequest, type StubRules } from './stub-protocol.js';

export interface StubCall {
  /** 'searchText', 'searchNearby', 'geocode', 'textsearch', 'nearbysearch', 'findplacefromtext', 'interpreter'. */
  operation: string;
  at: number;
  /** `X-Goog-FieldMask`. */
  mask: string | undefined;
  agent: string | undefined;
  /** The body, or the parameters of a GET without the key. */
  asked: string;
  /** Null while it waits, and if the caller left or the stub hung up. */
  status: number | null;
  /** Whether the caller left before the response. */
  abandoned: boolean;
}

export interface PlacesStubOptions extends Partial<StubRules> {
  port?: number;
  /** Called after each call. */
  onCall?: (call: StubCall) => void;
}

export interface PlacesStub {
  /** The base address of every provider's server at once. */
  url: string;
  canary: string;
  log: StubCall[];
  /** Plays a scene for all calls, until `null`. A word in a search also selects one: 'plumber !busy'. */
  play(scene: Scene | null, operation?: string): void;
  stop(): Promise<void>;
}

const CANARY = 'AIzaSyCanary0Key1Of2The3Stub4Server5Xx';
/** Longer than any caller waits. */
const SLOW_MS = 60_000;

type Incoming = StubRequest & { headers: IncomingMessage['headers'] };

const isScene = (word: string | undefined): word is Scene => scenes.includes(word as Scene);

/** Starts Google's APIs, Nominatim and Overpass on loopback, as far as they are documented, with their errors. */
export async function startPlacesStub({ port, onCall, ...given }: PlacesStubOptions = {}): Promise<PlacesStub> {
  const rules: StubRules = { canary: CANARY, tokenDelayMs: 0, spacingMs: 0, places: 75, ...given };
  const log: StubCall[] = [];
  const google = new GooglePlacesStub(rules);
  const maps = new GoogleMapsStub(rules);
  const osm = new OsmStub(rules);
  const playing = new Map<string | undefined, Scene>();
  const metOnce = new Set<string>();

  const speakerOf = (path: string) => {
    if (/^\/v1\/places[:/]/.test(path)) return google;
    if (path.startsWith('/maps/api/')) return maps;
    return path === '/search' || path === '/api/interpreter' ? osm : undefined;
  };

  const sceneOf = (call: StubCall, words: string): Scene | undefined => {
    const wish = wishIn(words);
    const scene = playing.get(call.operation) ?? playing.get(undefined) ?? (isScene(wish) ? wish : undefined);
    if (scene !== 'busy-once') return scene;
    const key = `${call.operation}:${words}`;
    if (metOnce.has(key)) return undefined;
    metOnce.add(key);
    return scene;
  };

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await read(message);
    const speaker = speakerOf(request.path);
    if (!speaker) return send(response, { status: 404, type: 'text/plain', body: 'Not found' });
    const call = begin(request);
    log.push(call);
    response.once('close', () => onCall?.(call));
    const scene = sceneOf(call, speaker.words(request));
    if (scene === 'hang-up') return message.socket.destroy();
    if (scene === 'slow') {
      const timer = setTimeout(() => send(response, speaker.answer(request, undefined)), SLOW_MS);
      response.once('close', () => {
        clearTimeout(timer);
        call.abandoned = true;
      });
      return undefined;
    }
    const answer = speaker.answer(request, scene);
    call.status = answer.status;
    return send(response, answer);
  };

  const server = createServer((message, response) => {
    serve(message, response).catch(() => response.destroy());
  });
  const listening = port ?? (await freePort());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listening, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${listening}`,
    canary: rules.canary,
    log,
    play: (scene, operation) => {
      if (scene) playing.set(operation, scene);
      else playing.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function begin({ path, query, headers, body, at }: Incoming): StubCall {
  const parameters = new URLSearchParams(query);
  parameters.delete('key');
  return {
    operation: operationOf(path),
    at,
    mask: headers['x-goog-fieldmask'] as string | undefined,
    agent: headers['user-agent'],
    asked: body || decodeURIComponent(parameters.toString().replaceAll('+', ' ')),
    status: null,
    abandoned: false,
  };
}

function operationOf(path: string): string {
  if (path === '/search') return 'geocode';
  if (path.startsWith('/v1/places/')) return 'details';
  return path
    .split(/[/:]/)
    .filter((part) => part && part !== 'json')
    .at(-1)!;
}

async function read(message: IncomingMessage): Promise<Incoming> {
  const at = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const url = new URL(message.url ?? '/', 'http://stub');
  const { method = 'GET', headers } = message;
  return { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks).toString(), at };
}

function send(response: ServerResponse, { status, type, body }: StubResponse): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
