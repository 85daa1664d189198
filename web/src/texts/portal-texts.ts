import { portalEnglish } from './en/portal-english.ts'
import { currentLanguage } from './language.ts'

export type PortalTexts = typeof portalEnglish

/** The texts of the portal, which the chat does not load. */
export let p: PortalTexts = portalEnglish

export async function loadPortalTexts(): Promise<void> {
  p = currentLanguage() === 'de' ? (await import('./de/portal-german.ts')).portalGerman : portalEnglish
}
