import type { PortalTexts } from '../portal-texts.ts'

export const texting: PortalTexts['texting'] = {}
