import type { PortalTexts } from '../portal-texts.ts'

export const company: PortalTexts['company'] = {}
