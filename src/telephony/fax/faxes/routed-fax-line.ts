import type { FaxLine } from './fax-line.ts'

export interface FaxRoutes {
  /** Whether a number belongs to a company of this server. */
  isHere(number: string): Promise<boolean>
  /** for numbers of this server */
  readonly here: FaxLine
  /** for all others */
  readonly external: FaxLine
}

/** Two lines as one: faxes between companies of this server need no call. */
export function createRoutedFaxLine({ isHere, here, external }: FaxRoutes): FaxLine {
  const both = [here, external]
  return {
    send: async (fax) => ((await isHere(fax.to)) ? here : external).send(fax),
    listen(listener) {
      for (const line of both) line.listen(listener)
    },
    async start() {
      for (const line of both) await line.start()
    },
    async stop() {
      for (const line of both) await line.stop()
    },
  }
}
