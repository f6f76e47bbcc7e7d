import { correctImport, guessColumns, listFailureGroups, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { CheckedFile } from './checked-file.js';

@Controller()
export class CheckedFileHandlers {
  constructor(private readonly file: CheckedFile) {}

  @Handle(correctImport)
  correct(input: ParsedInputOf<typeof correctImport>) {
    return this.file.correct(input);
  }

  @Handle(guessColumns)
  async guess(input: ParsedInputOf<typeof guessColumns>, context: ActorContext) {
    return { columns: await this.file.guess(input, context) };
  }

  @Handle(listFailureGroups)
  async failures({ id }: ParsedInputOf<typeof listFailureGroups>) {
    return { groups: await this.file.failureGroups(id) };
  }
}
