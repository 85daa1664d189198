import { type Ari, ignoreMissing } from './ari.ts'

/** What a process has noted at a channel, for the one that takes the call over. Empty if it is not there. */
export async function readVariable(ari: Ari, channel: string, variable: string): Promise<string> {
  const path = `channels/${channel}/variable`
  return (await ari.call<{ value: string }>('GET', path, { variable }).catch(ignoreMissing))?.value ?? ''
}

/** The channel may have gone in the meantime. */
export async function writeVariable(
  ari: Ari,
  channel: string,
  variable: string,
  value: string,
): Promise<void> {
  await ari.call('POST', `channels/${channel}/variable`, { variable, value }).catch(ignoreMissing)
}
