import type { PortalTexts } from '../portal-texts.ts'

export const inspector: PortalTexts['inspector'] = {}
