CREATE TABLE `pottery_orders` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `customer` varchar(64) NOT NULL,
  `reference` varchar(64) NOT NULL,
  `pots` int NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uk_reference` (`customer`, `reference`)
) ENGINE=InnoDB;

CREATE TABLE `pottery_stock` (
  `clay` varchar(32) NOT NULL,
  `colour` varchar(32) NOT NULL,
  `grams` int NOT NULL,
  PRIMARY KEY (`clay`, `colour`)
) ENGINE=InnoDB;

CREATE TABLE `pottery_settings` (
  `kiln` int NOT NULL PRIMARY KEY,
  `degrees` int NOT NULL
) ENGINE=InnoDB;
