import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressObject, simpleParser } from 'mailparser'

/** A server without a mail server. */
interface Mailing {
  config: { dataDir: string }
}

export interface ReadMail {
  to: string
  subject: string
  text: string
  /** the address in it that can be followed */
  link: string
}

/** What a server without a mail server has written for these people, in the order of sending. */
export async function readMails(world: Mailing, to?: string): Promise<ReadMail[]> {
  const folder = join(world.config.dataDir, 'mails')
  const names = readFolder(folder).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.sort().map(async (name) => {
      const mail = await simpleParser(readFileSync(join(folder, name)))
      const text = mail.text ?? ''
      return {
        to: (mail.to as AddressObject).text,
        subject: mail.subject ?? '',
        text,
        link: /https?:\S+/.exec(text)?.[0] ?? '',
      }
    }),
  )
  return mails.filter((mail) => to === undefined || mail.to === to)
}

/** Waits until this many mails have come to this address. */
export async function waitForMails(world: Mailing, to: string, count = 1): Promise<ReadMail[]> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const mails = await readMails(world, to)
    if (mails.length >= count) return mails
    await new Promise((next) => setTimeout(next, 25))
  }
  throw new Error(`${count} mails to ${to} have not come`)
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
