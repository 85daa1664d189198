import { type Ari, ignoreMissing } from './ari.ts'

/** A recording that Asterisk keeps until we have stored it. */
export function storedRecording(ari: Ari, name: string) {
  const path = `recordings/stored/${encodeURIComponent(name)}`
  return {
    /** undefined: Asterisk no longer has it */
    read: (): Promise<Buffer | undefined> => ari.read(`${path}/file`).catch(ignoreMissing),
    async remove(): Promise<void> {
      await ari.call('DELETE', path).catch(ignoreMissing)
    },
  }
}
