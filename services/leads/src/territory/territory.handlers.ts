import {
  createTerritory,
  importTerritories,
  listTerritories,
  listTerritoryNames,
  listTerritoryOverlaps,
  pullTerritoryShapes,
  removeTerritory,
  updateTerritory,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { Territories } from './territories.js';
import { TerritoryImport } from './territory-import.js';
import { TerritoryViews } from './territory.views.js';

@Controller()
export class TerritoryHandlers {
  constructor(
    private readonly territories: Territories,
    private readonly views: TerritoryViews,
    private readonly files: TerritoryImport,
  ) {}

  @Handle(listTerritories)
  list(_: object, context: ActorContext) {
    return this.views.tree(context);
  }

  @Handle(listTerritoryNames)
  async names(_: object, { actor }: ActorContext) {
    return { territories: await this.views.names(actor) };
  }

  @Handle(createTerritory)
  create(form: ParsedInputOf<typeof createTerritory>, context: ActorContext) {
    return this.territories.create(form, context);
  }

  @Handle(updateTerritory)
  update(change: ParsedInputOf<typeof updateTerritory>, context: ActorContext) {
    return this.territories.update(change, context);
  }

  @Handle(removeTerritory)
  async remove({ id }: ParsedInputOf<typeof removeTerritory>, context: ActorContext) {
    await this.territories.remove(id, context);
    return {};
  }

  @Handle(listTerritoryOverlaps)
  async overlaps({ id }: ParsedInputOf<typeof listTerritoryOverlaps>) {
    return { overlaps: await this.views.overlaps(id) };
  }

  @Handle(pullTerritoryShapes)
  shapes({ after = 0 }: ParsedInputOf<typeof pullTerritoryShapes>) {
    return this.views.shapes(after);
  }

  @Handle(importTerritories)
  import({ geojson }: ParsedInputOf<typeof importTerritories>, context: ActorContext) {
    return this.files.run(geojson, context);
  }
}
