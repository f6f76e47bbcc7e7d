import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { nothing, text } from '../wire.js';

export const organisationForm = z.object({
  name: text(60).trim().min(1, 'Please enter the name of the organisation'),
});
export const organisation = z.object({ name: z.string().nullable() });

export const getOrganisation = defineRequest('users.get-organisation', {
  access: everyRole,
  input: nothing,
  output: organisation,
});
export const setOrganisation = defineRequest('users.set-organisation', {
  access: adminsOnly,
  input: organisationForm,
  output: organisation,
});
