import type { PortalTexts } from '../portal-texts.ts'

export const audit: PortalTexts['audit'] = {}
