import { helloworld } from './helloworld/translate-helloworld.ts'
import type { Integration } from './integration.ts'

/** Every integration by the name in its address. */
export const integrations: ReadonlyMap<string, Integration> = new Map(
  [helloworld].map((item) => [item.name, item]),
)
