import { columnsOf } from './columns.rules.js';
import { UnreadableFile } from './unreadable-file.js';

const options = { hasAssignee: true };

describe('The columns of a file', () => {
  it('are the positions of its fields', () => {
    expect(columnsOf(['Phone', 'Business Name'], options)).toMatchObject({ businessName: [1], phone: [0] });
  });

  it('reject the file with one message that names what is missing and what is there', () => {
    const read = () => columnsOf(['Phone', 'Colour'], options);
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow('Business Name');
    expect(read).toThrow('The columns found are: Phone, Colour.');
  });
});
