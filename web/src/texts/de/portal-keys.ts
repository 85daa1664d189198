import type { PortalTexts } from '../portal-texts.ts'

export const keys: PortalTexts['keys'] = {}
