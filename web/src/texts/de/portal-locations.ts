import type { PortalTexts } from '../portal-texts.ts'

export const locations: PortalTexts['locations'] = {}
