import type { Files } from "./files";

/** A running module: Python calls its functions and looks into its memory. */
export interface Instance {
  call(name: string, ...numbers: number[]): number;
  view(address: number, size: number): Uint8Array;
}

interface Fetched {
  readonly module: WebAssembly.Module;
  readonly description: string;
}

/** The games' modules, each compiled once; every thought may have an instance of its own. */
export class Modules {
  private readonly known = new Map<string, Fetched>();
  private readonly coming = new Map<string, Promise<void>>();

  constructor(
    private readonly files: Files,
    private readonly ready: (game: string) => void,
  ) {}

  fetchGame(game: string): Promise<void> {
    let coming = this.coming.get(game);
    if (!coming) {
      coming = this.fetched(game);
      coming.catch(() => this.coming.delete(game)); // to be tried again
      this.coming.set(game, coming);
    }
    return coming;
  }

  description(game: string): string {
    return this.of(game).description;
  }

  module(game: string): Instance {
    const { exports } = new WebAssembly.Instance(this.of(game).module, {});
    const memory = exports.memory as WebAssembly.Memory;
    const functions = exports as unknown as Record<string, (...numbers: number[]) => number>;
    return {
      call: (name, ...numbers) => (functions[name] as (...n: number[]) => number)(...numbers),
      view: (address, size) => new Uint8Array(memory.buffer, address, size),
    };
  }

  private of(game: string): Fetched {
    const found = this.known.get(game);
    if (!found) throw new Error(`${game} has not been fetched`);
    return found;
  }

  private async fetched(game: string): Promise<void> {
    const [code, told] = await Promise.all([
      this.files.bytes(`games/${game}.wasm`, game),
      this.files.bytes(`games/${game}.json`, game),
    ]);
    const module = await WebAssembly.compile(code as BufferSource);
    this.known.set(game, { module, description: new TextDecoder().decode(told) });
    this.ready(game);
  }
}
