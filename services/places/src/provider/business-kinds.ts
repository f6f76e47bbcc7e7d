/** The names of a kind of business at the providers. */
export interface BusinessKind {
  /** A type of Google's table A. */
  google: string | null;
  googleLegacy: string | null;
  /** Alternatives: 'amenity=cafe', or with a further condition 'amenity=restaurant&cuisine~pizza'. */
  osm: string[];
}

// names | Google's type | Google's legacy type | OpenStreetMap's tags; '-' if only words can be searched. A name that
// contains another name comes before it: 'pizza restaurant' before 'restaurant'.
const ROWS = `
pizza restaurant, pizza, pizzeria|pizza_restaurant|-|amenity=restaurant&cuisine~pizza; amenity=fast_food&cuisine~pizza
fast food, takeaway|fast_food_restaurant|meal_takeaway|amenity=fast_food
steakhouse|steak_house|-|amenity=restaurant&cuisine~steak
restaurant|restaurant|restaurant|amenity=restaurant
coffee shop, cafe|cafe|cafe|amenity=cafe
barber shop, barber|barber_shop|hair_care|shop=hairdresser&name~barber; shop=hairdresser&male=yes
nightclub|night_club|night_club|amenity=nightclub
sports bar, bar, pub|bar|bar|amenity=bar; amenity=pub
brewery|-|-|craft=brewery
winery|-|-|craft=winery
bakery|bakery|bakery|shop=bakery
butcher shop, butcher|butcher_shop|-|shop=butcher
hotel|hotel|lodging|tourism=hotel
motel|motel|lodging|tourism=motel
bed and breakfast|bed_and_breakfast|lodging|tourism=guest_house
grocery store, supermarket, grocery|grocery_store|supermarket|shop=supermarket; shop=convenience
convenience store|convenience_store|convenience_store|shop=convenience
liquor store|liquor_store|liquor_store|shop=alcohol
dentist|dentist|dentist|amenity=dentist; healthcare=dentist
medical clinic, doctor, clinic|doctor|doctor|amenity=doctors; amenity=clinic
drug store, pharmacy|pharmacy|pharmacy|amenity=pharmacy; shop=chemist
physical therapist, physiotherapist|physiotherapist|physiotherapist|healthcare=physiotherapist
chiropractor|chiropractor|-|healthcare=alternative&healthcare:speciality~chiropractic
eye doctor, optometrist, optician|-|-|shop=optician; healthcare=optometrist
animal hospital, veterinarian, vet|veterinary_care|veterinary_care|amenity=veterinary
dog groomer, pet groomer|pet_care|-|shop=pet_grooming
pet store, pet shop|pet_store|pet_store|shop=pet
plumber|plumber|plumber|craft=plumber
electrician|electrician|electrician|craft=electrician
hvac contractor, heating contractor, hvac|-|-|craft=hvac
roofing contractor, roofer|roofing_contractor|roofing_contractor|craft=roofer
painter|painter|painter|craft=painter
carpenter|-|-|craft=carpenter
garden center|garden_center|-|shop=garden_centre
landscaper, gardener|-|-|craft=gardener
locksmith|locksmith|locksmith|shop=locksmith; craft=locksmith
dry cleaner|laundry|laundry|shop=dry_cleaning; shop=laundry
laundromat, laundry|laundry|laundry|shop=laundry
cleaning service|-|-|craft=cleaning
moving company|moving_company|moving_company|office=moving_company
self storage|storage|storage|shop=storage_rental
fitness center, gym|gym|gym|leisure=fitness_centre; leisure=sports_centre
yoga studio|yoga_studio|-|leisure=fitness_centre&sport~yoga
auto repair shop, auto repair, car repair|car_repair|car_repair|shop=car_repair
used car dealer, car dealer|car_dealer|car_dealer|shop=car
car rental|car_rental|car_rental|amenity=car_rental
tire shop, tyre shop|-|-|shop=tyres
auto parts store, auto parts|auto_parts_store|-|shop=car_parts
car wash|car_wash|car_wash|amenity=car_wash
gas station, petrol station|gas_station|gas_station|amenity=fuel
law firm, lawyer, attorney|lawyer|lawyer|office=lawyer
tax preparation, bookkeeper, accountant|accounting|accounting|office=accountant; office=tax_advisor
insurance agency, insurance|insurance_agency|insurance_agency|office=insurance
real estate agency, estate agent|real_estate_agency|real_estate_agency|office=estate_agent
financial advisor|-|-|office=financial_advisor; office=financial
bank|bank|bank|amenity=bank
landscape architect|-|-|office=landscape_architect
architect|-|-|office=architect
advertising agency, marketing agency|-|-|office=advertising_agency
it services, computer repair|-|-|office=it; shop=computer
employment agency|-|-|office=employment_agency
travel agency|travel_agency|travel_agency|shop=travel_agency; office=travel_agent
hair salon, hairdresser|hair_salon|hair_care|shop=hairdresser
nail salon|nail_salon|beauty_salon|shop=beauty&beauty~nails
beauty salon|beauty_salon|beauty_salon|shop=beauty
day spa, med spa, spa|spa|spa|shop=massage; leisure=sauna
massage therapist|massage|-|shop=massage
tattoo shop, tattoo|-|-|shop=tattoo
florist|florist|florist|shop=florist
clothing store|clothing_store|clothing_store|shop=clothes
shoe store|shoe_store|shoe_store|shop=shoes
jeweler, jeweller, jewelry store|jewelry_store|jewelry_store|shop=jewelry
furniture store|furniture_store|furniture_store|shop=furniture
hardware store|hardware_store|hardware_store|shop=hardware; shop=doityourself
electronics store|electronics_store|electronics_store|shop=electronics
bookstore|book_store|book_store|shop=books
bicycle shop|bicycle_store|bicycle_store|shop=bicycle
photographer|-|-|craft=photographer; shop=photo
catering, caterer|catering_service|-|craft=caterer
day care center, childcare|child_care_agency|-|amenity=childcare
preschool, nursery|preschool|-|amenity=kindergarten
driving school|-|-|amenity=driving_school
funeral home|funeral_home|funeral_home|shop=funeral_directors
museum|museum|museum|tourism=museum
`;

const kinds = ROWS.trim()
  .split('\n')
  .flatMap((row) => {
    const [names = '', google = '', googleLegacy = '', osm = ''] = row.split('|');
    const type = (text: string) => (text === '-' ? null : text);
    const kind: BusinessKind = { google: type(google), googleLegacy: type(googleLegacy), osm: osm.split('; ') };
    return names.split(', ').map((name) => ({ name, pattern: new RegExp(`(^|\\s)${name}(e?s)?(?=\\s|$)`), kind }));
  });

const FILLERS = /\b(the|best|good|cheap|local|near me|nearby|shop|store|service|services|company|center|studio)\b/g;

export interface KnownKind extends BusinessKind {
  /** The typed words beside the kind: 'italian' of 'italian restaurants'; empty if there are none. */
  otherWords: string;
}

/** Returns null if the table has no such kind, so that only words can be searched. */
export function findKind(businessType: string): KnownKind | null {
  const typed = businessType.trim().toLowerCase().replace(/\s+/g, ' ');
  const found = kinds.find(({ pattern }) => pattern.test(typed));
  if (!found) return null;
  const otherWords = typed.replace(found.pattern, ' ').replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  return { ...found.kind, otherWords };
}
