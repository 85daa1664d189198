import type { PortalTexts } from '../portal-texts.ts'

export const status: PortalTexts['status'] = {}
