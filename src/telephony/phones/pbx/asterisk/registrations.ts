import { askManager } from './ask-manager.ts'

/** The status of each registration with a provider, by its name. */
export async function listRegistrations(url: string): Promise<ReadonlyMap<string, string>> {
  const [text = ''] = await askManager(url, [{ action: 'PJSIPShowRegistrationsOutbound' }])
  const blocks = text.split(/\r?\n\r?\n/).filter((block) => block.includes('OutboundRegistrationDetail'))
  const field = (block: string, name: string) => {
    const line = block.split(/\r?\n/).find((one) => one.startsWith(`${name}: `))
    return line?.slice(name.length + 2) ?? ''
  }
  return new Map(blocks.map((block) => [field(block, 'ObjectName'), field(block, 'Status')]))
}

/** Registers, or ends a registration. Asterisk does not end one by itself when its row is gone. */
export async function changeRegistrations(
  url: string,
  action: 'PJSIPRegister' | 'PJSIPUnregister',
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await askManager(
    url,
    names.map((registration) => ({ action, registration })),
  )
}
