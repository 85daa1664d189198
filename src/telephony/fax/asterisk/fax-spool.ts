import { type Ari, ignoreMissing } from '../../phones/pbx/asterisk/ari.ts'

/**
 * The files of faxes at Asterisk: in its folder of recordings, the only one that ARI delivers. The dialplan writes them
 * (`fax-dialplan.ts`), and they stay until we have stored what they say.
 */
export function createFaxSpool(ari: Ari) {
  const pathOf = (name: string) => `recordings/stored/${encodeURIComponent(name)}`
  return {
    async list(): Promise<readonly string[]> {
      const all = await ari.call<{ name: string }[]>('GET', 'recordings/stored')
      return all.map(({ name }) => name).filter((name) => name.startsWith('fax-'))
    },
    read: (name: string) => ari.read(`${pathOf(name)}/file`),
    async remove(name: string): Promise<void> {
      await ari.call('DELETE', pathOf(name)).catch(ignoreMissing)
    },
    /** Whether this channel is in a call. */
    async isCalling(channel: string): Promise<boolean> {
      const found = await ari.call('GET', `channels/${encodeURIComponent(channel)}`).catch(ignoreMissing)
      return found !== undefined
    },
  }
}

export type FaxSpool = ReturnType<typeof createFaxSpool>

/** The channel that sends a fax. */
export const channelOfFax = (id: string) => `fax-${id}`

/** The names of the files of an outbound fax. */
export const outboundNames = (id: string) => ({ pages: `fax-out-${id}`, result: `fax-result-${id}` })

/** The id of a fax that is over, by the name of its result. */
export const idOfResult = (name: string) => /^fax-result-([0-9a-f]{24})$/.exec(name)?.[1]

/** The id of a fax, by the name of its pages. */
export const idOfPages = (name: string) => /^fax-out-([0-9a-f]{24})$/.exec(name)?.[1]

export interface InboundName {
  /** the channel of the call */
  readonly call: string
  readonly companyId: number
  /** E.164 */
  readonly to: string
  /** digits; empty: unknown */
  readonly from: string
}

/** `fax-in-1794925863.29-1-12025550111-12025550777` */
export function readInboundName(name: string): InboundName | undefined {
  const [, call, company, to, from] = /^fax-in-([\w.]+)-(\d+)-(\d+)-(\d*)$/.exec(name) ?? []
  return call === undefined ? undefined : { call, companyId: Number(company), to: `+${to}`, from: from! }
}

/** The name of the file that says how a call of `fax-in-...` ended. */
export const endName = (call: string) => `fax-end-${call}`
export const callOfEnd = (name: string) => /^fax-end-([\w.]+)$/.exec(name)?.[1]
