import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { TelephonyWorld } from '../../../harness/telephony-world.ts'

export interface InvitationMails {
  /** The newest token that was mailed to the address, once this many mails have arrived. */
  tokenFor(email: string, count?: number): Promise<string>
  countFor(email: string): Promise<number>
  textOf(email: string): Promise<string>
}

/** The mails that the server keeps where no mail server is named. */
export function watchInvitationMails({ config }: TelephonyWorld): InvitationMails {
  const folder = join(config.dataDir, 'mails')

  async function mailsTo(email: string): Promise<string[]> {
    const names = existsSync(folder) ? readdirSync(folder).sort() : []
    const texts: string[] = []
    for (const name of names.filter((one) => one.endsWith('.eml'))) {
      const mail = await simpleParser(readFileSync(join(folder, name)))
      const to = [mail.to ?? []].flat().map(({ text }) => text)
      if (to.includes(email) && mail.subject?.startsWith('Invitation to')) {
        texts.push(`${mail.subject}\n${mail.text}`)
      }
    }
    return texts
  }

  return {
    async tokenFor(email, count = 1) {
      for (let round = 0; round < 200; round += 1) {
        const mails = await mailsTo(email)
        const token = /\/portal\/invitation\/([A-Za-z0-9_-]{32})\s/.exec(mails.at(-1) ?? '')?.[1]
        if (mails.length >= count && token) return token
        await new Promise((next) => setTimeout(next, 25))
      }
      throw new Error(`No mail number ${count} came to ${email}`)
    },
    countFor: async (email) => (await mailsTo(email)).length,
    textOf: async (email) => (await mailsTo(email)).at(-1) ?? '',
  }
}
