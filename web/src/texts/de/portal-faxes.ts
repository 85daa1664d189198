import type { PortalTexts } from '../portal-texts.ts'

export const faxes: PortalTexts['faxes'] = {}
