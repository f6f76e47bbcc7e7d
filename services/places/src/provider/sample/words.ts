const list = (text: string): string[] => text.trim().split(/\s*[\n;]\s*/);

export const SURNAMES = list(`
Kessler;Alvarez;Whitfield;Nguyen;Okafor;Lindgren;Castillo;Brennan;Haddad;Petrov;Marlowe;Delgado;Sorensen;Fitzgerald
Ramirez;Chen;Abbott;Barlow;Caldwell;Donovan;Ellison;Fontaine;Garrison;Hollis;Ibarra;Jennings;Kowalski;Lockhart;Mercer
Navarro;Ogden;Pruitt;Quintana;Rowland;Sandoval;Thackeray;Underhill;Vasquez;Winslow;Yamada;Zimmerman;Ashford;Beckett
Calloway;Dunmore;Eastman;Farrell;Goodwin;Hargrove;Iverson;Jacoby;Keating;Langston;Maddox;Norwood;Osborne;Prescott
Quigley;Redmond;Sinclair;Trevino;Ulrich;Vaughn;Wexler;Yates;Zavala;Ambrose;Boyd;Carver;Drummond;Escobar;Flores;Gentry
Hutchins;Ingram;Jarvis;Kendrick;Lawson;McAllister;Nichols;Ortega;Patel;Rhodes;Sutton;Tanaka;Valdez;Wheeler;Young
Banerjee;Cho;Dubois;Esposito;Friedman;Guerrero;Hernandez;Johansson;Kim;Lombardi;Moreau;Novak;Park;Rossi;Singh;Tran
`);

export const FIRST_NAMES = list(`
Maria;James;Linda;Robert;Elena;David;Susan;Carlos;Grace;Daniel;Rosa;Thomas;Angela;Kevin;Priya;Walter;Denise;Marcus
Helen;Victor;Joyce;Samuel;Teresa;George;Nadia;Frank;Carmen;Peter;Ruth;Andre;Laura;Henry;Mei;Oscar;Irene;Paul;Sofia
`);

export const PLACE_WORDS = list(`
Rivermarket;Cedar Ridge;Northgate;Oak Hill;Lakeside;Stonebridge;Maplewood;Highland;Westlake;Eastgate;Old Mill;Midtown
Parkside;Sunset;Summit;Crossroads;Heritage;Willow Creek;Brookside;Union Square;Southside;Courthouse;Pecan Grove
Meadowbrook;Fairview;Ridgeline;Harbor;Foundry;Depot;Railyard;Orchard;Canyon;Silver Creek;Prairie;Pioneer;Liberty
Five Points;Magnolia;Greenway;Elmwood;Garden District;Gateway;Cornerstone;Blue Heron;Redbud;Juniper;Briarwood;Hillcrest
Arbor;Kingsway;Wildflower;Mockingbird;Riverbend;Timberline;Bluebonnet;Copperfield;Clearwater;Cypress;Windsor;Ashbury
`);

export const ADJECTIVES = list(`
Copper;Blue;Golden;Little;Rusty;Silver;Wild;Red;Velvet;Paper;Lucky;Green;Iron;Old;Ivory;Crooked;Painted;Salty
Amber;Quiet;Scarlet;Hidden;Gilded;Indigo;Humble;Twin;Bright;Marble;Dusty
`);

export const THINGS = list(`
Kettle;Heron;Lantern;Fox;Anchor;Sparrow;Barn;Acorn;Compass;Thistle;Plow;Clover;Owl;Door;Rooster;Pine;Magpie;Spoon
Moon;Wagon;Fern;Star;Cactus;Hammer;Juniper;Otter;Poppy;Button;Crane;Feather
`);

export const KIN = list('Sons; Daughters; Brothers; Sisters; Son; Co.; Associates; Partners');

export const CLAIMS = list(`
Reliable;First Call;All Seasons;Precision;True North;Straightline;Honest;Same Day;Trusted;Four Corners;Allied;A-Plus
Blue Ribbon;Superior;Hometown;Dependable;Rapid;Three Rivers;Patriot;Premier
`);

export const STREETS = list(`
Main St;Oak St;Maple Ave;Cedar St;Elm St;Washington Ave;Lincoln Ave;Jefferson St;Madison Ave;Franklin St;Jackson Blvd
Park Ave;Lake Dr;Hill Rd;Church St;Market St;Union St;Walnut St;Chestnut St;Spruce St;Pine St;Broadway;Grand Ave
Center St;High St;Mill Rd;River Rd;College Ave;University Blvd;Highland Ave;Monroe St;Adams St;Prospect Ave;Spring St
Commerce St;Industrial Blvd;Sunset Blvd;Meadow Ln;Garden Ave;Railroad Ave;Court St;State St;Liberty Ave;Valley Rd
1st St;2nd St;3rd Ave;4th St;5th Ave;6th St;7th Ave;8th St;9th Ave;10th St;11th St;12th Ave;15th St;18th Ave;21st St
`);

export const QUARTERS = list('N; S; E; W; NE; SW');
