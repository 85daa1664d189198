import type { PortalTexts } from '../portal-texts.ts'

export const extensions: PortalTexts['extensions'] = {}
