import type { Workspace } from '../../workspace/workspace.ts'
import type { Products } from '../start/open-products.ts'

/** Both products, and the server that runs them. */
export interface Installation extends Workspace {
  readonly installation: Products
}
